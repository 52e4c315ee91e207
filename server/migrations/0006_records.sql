CREATE TABLE "audit_people" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "audit_people_person_id_unique" UNIQUE("person_id")
);
--> statement-breakpoint
CREATE TABLE "audit_reasons" (
	"line_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "letter_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"letter_id" uuid NOT NULL,
	"event" varchar(20) NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "audit_lines_user";--> statement-breakpoint
ALTER TABLE "audit_lines" ADD COLUMN "person_id" uuid;--> statement-breakpoint
ALTER TABLE "audit_people" ADD CONSTRAINT "audit_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_reasons" ADD CONSTRAINT "audit_reasons_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_reasons_user" ON "audit_reasons" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "letter_events_letter" ON "letter_events" USING btree ("letter_id","at");--> statement-breakpoint
CREATE INDEX "letter_events_at" ON "letter_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_lines_person" ON "audit_lines" USING btree ("person_id","at");--> statement-breakpoint
CREATE INDEX "audit_lines_at" ON "audit_lines" USING btree ("at");--> statement-breakpoint
-- By hand: people get their pseudonyms and the reasons of operators leave the lines; from here on nobody changes what was written down.
INSERT INTO "audit_people" ("user_id") SELECT "id" FROM "users";--> statement-breakpoint
UPDATE "audit_lines" l SET "person_id" = p."person_id" FROM "audit_people" p WHERE p."user_id" = l."user_id";--> statement-breakpoint
UPDATE "audit_lines" SET "actor_id" = NULL WHERE "actor" = 'owner';--> statement-breakpoint
INSERT INTO "audit_reasons" ("line_id", "user_id", "reason")
	SELECT l."id", u."id", l."detail"->>'reason'
	FROM "audit_lines" l
	LEFT JOIN "vaults" v ON v."id" = l."vault_id"
	LEFT JOIN "users" u ON u."id" = coalesce(l."user_id", v."creator_id")
	WHERE l."detail" ? 'reason' AND l."actor" = 'operator';--> statement-breakpoint
UPDATE "audit_lines" SET "detail" = "detail" - 'reason' WHERE "detail" ? 'reason' AND "actor" = 'operator';--> statement-breakpoint
ALTER TABLE "audit_lines" DROP COLUMN "user_id";--> statement-breakpoint
CREATE FUNCTION "name_person"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
	INSERT INTO public.audit_people (user_id) VALUES (NEW.id);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "users_named" AFTER INSERT ON "users" FOR EACH ROW EXECUTE FUNCTION "name_person"();--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- The pseudonym and the reasons of an account go with it: that deletion comes from the row of the user, never by itself.
	IF TG_TABLE_NAME IN ('audit_people', 'audit_reasons') AND TG_OP = 'DELETE' AND pg_trigger_depth() > 1 THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'rows of % are added and never changed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_lines_stay" BEFORE UPDATE OR DELETE ON "audit_lines" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "audit_people_stay" BEFORE UPDATE OR DELETE ON "audit_people" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "audit_reasons_stay" BEFORE UPDATE OR DELETE ON "audit_reasons" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "letter_events_stay" BEFORE UPDATE OR DELETE ON "letter_events" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "audit_lines_not_emptied" BEFORE TRUNCATE ON "audit_lines" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "audit_people_not_emptied" BEFORE TRUNCATE ON "audit_people" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "audit_reasons_not_emptied" BEFORE TRUNCATE ON "audit_reasons" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "letter_events_not_emptied" BEFORE TRUNCATE ON "letter_events" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
