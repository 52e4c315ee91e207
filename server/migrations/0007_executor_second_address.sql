ALTER TABLE "executors" ADD COLUMN "second_email" varchar(255);--> statement-breakpoint
CREATE INDEX "executors_second_email" ON "executors" USING btree (lower("second_email")) WHERE "executors"."second_email" is not null;--> statement-breakpoint
-- From here on by hand. A restore must not forget it, or send a code to one that was removed.
CREATE TRIGGER "executors_second_changed" AFTER UPDATE ON "executors" FOR EACH ROW
	WHEN (OLD.second_email IS DISTINCT FROM NEW.second_email) EXECUTE FUNCTION "note_change"('executor');
