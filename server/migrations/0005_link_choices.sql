ALTER TABLE "access_verifications" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "access_verifications" ADD COLUMN "remind_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "access_verifications_remind" ON "access_verifications" USING btree ("remind_at") WHERE "access_verifications"."remind_at" is not null;--> statement-breakpoint
-- From here on by hand. A restore must not open a closed link again, or forget a reminder.
DROP TRIGGER "links_changed" ON "access_verifications";--> statement-breakpoint
CREATE TRIGGER "links_changed" AFTER UPDATE ON "access_verifications" FOR EACH ROW
	WHEN ((OLD.expires_at, OLD.closed_at, OLD.remind_at) IS DISTINCT FROM (NEW.expires_at, NEW.closed_at, NEW.remind_at))
	EXECUTE FUNCTION "note_change"('link');
