CREATE TABLE "journal_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" varchar(20) NOT NULL,
	"subject_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "journal_head" (
	"id" integer PRIMARY KEY NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL,
	"on_hold_since" timestamp with time zone,
	CONSTRAINT "journal_head_one" CHECK ("journal_head"."id" = 1)
);
--> statement-breakpoint
INSERT INTO "journal_head" ("id") VALUES (1);--> statement-breakpoint
-- By hand: whatever statement changes what was promised or sent, the change is noted in its transaction, by its id alone.
CREATE FUNCTION "note_change"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
	INSERT INTO public.journal_changes (kind, subject_id)
		VALUES (TG_ARGV[0], CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "users_changed" AFTER UPDATE ON "users" FOR EACH ROW
	WHEN ((OLD.deleted_at, OLD.suspended_at) IS DISTINCT FROM (NEW.deleted_at, NEW.suspended_at))
	EXECUTE FUNCTION "note_change"('account');--> statement-breakpoint
CREATE TRIGGER "users_removed" AFTER DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION "note_change"('account');--> statement-breakpoint
CREATE TRIGGER "vaults_changed" AFTER UPDATE ON "vaults" FOR EACH ROW
	WHEN ((OLD.status, OLD.payment_status, OLD.recipient_name, OLD.recipient_email, OLD.scheduled_release_date, OLD.purge_at)
		IS DISTINCT FROM (NEW.status, NEW.payment_status, NEW.recipient_name, NEW.recipient_email, NEW.scheduled_release_date, NEW.purge_at))
	EXECUTE FUNCTION "note_change"('vault');--> statement-breakpoint
CREATE TRIGGER "vaults_removed" AFTER DELETE ON "vaults" FOR EACH ROW EXECUTE FUNCTION "note_change"('vault');--> statement-breakpoint
CREATE TRIGGER "executors_added" AFTER INSERT ON "executors" FOR EACH ROW
	WHEN (NEW.access_code IS NOT NULL) EXECUTE FUNCTION "note_change"('executor');--> statement-breakpoint
CREATE TRIGGER "executors_changed" AFTER UPDATE ON "executors" FOR EACH ROW
	WHEN ((OLD.access_code, OLD.name, OLD.email) IS DISTINCT FROM (NEW.access_code, NEW.name, NEW.email))
	EXECUTE FUNCTION "note_change"('executor');--> statement-breakpoint
CREATE TRIGGER "executors_removed" AFTER DELETE ON "executors" FOR EACH ROW EXECUTE FUNCTION "note_change"('executor');--> statement-breakpoint
CREATE TRIGGER "links_added" AFTER INSERT ON "access_verifications" FOR EACH ROW EXECUTE FUNCTION "note_change"('link');--> statement-breakpoint
CREATE TRIGGER "links_changed" AFTER UPDATE ON "access_verifications" FOR EACH ROW
	WHEN (OLD.expires_at IS DISTINCT FROM NEW.expires_at) EXECUTE FUNCTION "note_change"('link');--> statement-breakpoint
CREATE TRIGGER "files_removed" AFTER DELETE ON "vault_files" FOR EACH ROW EXECUTE FUNCTION "note_change"('file');--> statement-breakpoint
CREATE TRIGGER "letters_sent" AFTER UPDATE ON "letters" FOR EACH ROW
	WHEN (NEW.status = 'sent' AND OLD.status <> 'sent') EXECUTE FUNCTION "note_change"('letter');