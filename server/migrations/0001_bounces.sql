ALTER TABLE "letters" ADD COLUMN "accepted_by" varchar(255);--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "doubt" varchar(20);--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "doubted_at" timestamp with time zone;--> statement-breakpoint
-- Below: what the schema cannot express.
-- A restore must not forget a doubt. A doubt about a letter that is not sent yet is noted once it is sent.
CREATE TRIGGER "letters_doubted" AFTER UPDATE ON "letters" FOR EACH ROW
	WHEN (NEW.status = 'sent' AND OLD.status = 'sent' AND OLD.doubt IS DISTINCT FROM NEW.doubt) EXECUTE FUNCTION "note_change"('letter');
