-- By hand: the tables are renamed, and their pseudonyms and reasons stay.
DROP TABLE "audit_chain", "checkpoint_heads", "checkpoints", "letter_events";--> statement-breakpoint
DROP TRIGGER "audit_lines_chained" ON "audit_lines";--> statement-breakpoint
DROP FUNCTION "chain_new_line"();--> statement-breakpoint
DROP FUNCTION "chain_line"("audit_lines");--> statement-breakpoint
ALTER TABLE "audit_lines" RENAME TO "acts";--> statement-breakpoint
ALTER TABLE "audit_people" RENAME TO "act_people";--> statement-breakpoint
ALTER TABLE "audit_reasons" RENAME TO "act_reasons";--> statement-breakpoint
ALTER TABLE "act_reasons" RENAME COLUMN "line_id" TO "act_id";--> statement-breakpoint
ALTER TABLE "act_people" RENAME CONSTRAINT "audit_people_person_id_unique" TO "act_people_person_id_unique";--> statement-breakpoint
ALTER TABLE "act_people" RENAME CONSTRAINT "audit_people_user_id_users_id_fk" TO "act_people_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "act_reasons" RENAME CONSTRAINT "audit_reasons_user_id_users_id_fk" TO "act_reasons_user_id_users_id_fk";--> statement-breakpoint
ALTER INDEX "audit_lines_vault" RENAME TO "acts_vault";--> statement-breakpoint
ALTER INDEX "audit_lines_person" RENAME TO "acts_person";--> statement-breakpoint
ALTER INDEX "audit_lines_at" RENAME TO "acts_at";--> statement-breakpoint
ALTER INDEX "audit_reasons_user" RENAME TO "act_reasons_user";--> statement-breakpoint
ALTER TABLE "acts" ADD COLUMN "letter_id" uuid;--> statement-breakpoint
ALTER TABLE "act_reasons" DROP COLUMN "is_for_owner";--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "public_key" varchar(100);--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "sealed_seed" text;--> statement-breakpoint
CREATE INDEX "acts_letter" ON "acts" USING btree ("letter_id","at") WHERE letter_id is not null;--> statement-breakpoint
CREATE INDEX "acts_checkpoint" ON "acts" USING btree ("at") WHERE event = 'checkpoint';--> statement-breakpoint
ALTER TRIGGER "audit_lines_stay" ON "acts" RENAME TO "acts_stay";--> statement-breakpoint
ALTER TRIGGER "audit_people_stay" ON "act_people" RENAME TO "act_people_stay";--> statement-breakpoint
ALTER TRIGGER "audit_reasons_stay" ON "act_reasons" RENAME TO "act_reasons_stay";--> statement-breakpoint
ALTER TRIGGER "audit_lines_not_emptied" ON "acts" RENAME TO "acts_not_emptied";--> statement-breakpoint
ALTER TRIGGER "audit_people_not_emptied" ON "act_people" RENAME TO "act_people_not_emptied";--> statement-breakpoint
ALTER TRIGGER "audit_reasons_not_emptied" ON "act_reasons" RENAME TO "act_reasons_not_emptied";--> statement-breakpoint
CREATE OR REPLACE FUNCTION "name_person"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
	INSERT INTO public.act_people (user_id) VALUES (NEW.id);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- The pseudonym and the reasons of an account go with it: that deletion comes from the row of the user, never by itself.
	IF TG_TABLE_NAME IN ('act_people', 'act_reasons') AND TG_OP = 'DELETE' AND pg_trigger_depth() > 1 THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'rows of % are added and never changed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
-- One statement notes all the acts that one statement adds, such as those of a thousand releases.
CREATE FUNCTION "note_acts"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
	INSERT INTO public.journal_changes (kind, subject_id) SELECT 'act', id FROM added;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "acts_added" AFTER INSERT ON "acts" REFERENCING NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "note_acts"();
