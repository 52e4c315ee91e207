DROP INDEX "letters_key_day";--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "facts" jsonb;--> statement-breakpoint
ALTER TABLE "letters" DROP COLUMN "sealed_content";--> statement-breakpoint
ALTER TABLE "letters" DROP COLUMN "key_day";--> statement-breakpoint
-- By hand: every executor has a code now, and the journal learns of it when it is sent.
DROP TRIGGER "executors_added" ON "executors";--> statement-breakpoint
DROP TRIGGER "executors_changed" ON "executors";--> statement-breakpoint
UPDATE "executors" SET "access_code" = "id"::text WHERE "access_code" IS NULL;--> statement-breakpoint
ALTER TABLE "executors" ALTER COLUMN "access_code" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "executors" ADD COLUMN "code_salt" varchar(22) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "executors" ALTER COLUMN "code_salt" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "executors" ADD COLUMN "code_number" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE TRIGGER "executors_added" AFTER INSERT ON "executors" FOR EACH ROW
	WHEN (NEW.code_sent_at IS NOT NULL) EXECUTE FUNCTION "note_change"('executor');--> statement-breakpoint
CREATE TRIGGER "executors_changed" AFTER UPDATE ON "executors" FOR EACH ROW
	WHEN ((OLD.access_code, OLD.code_sent_at, OLD.name, OLD.email) IS DISTINCT FROM (NEW.access_code, NEW.code_sent_at, NEW.name, NEW.email))
	EXECUTE FUNCTION "note_change"('executor');
