ALTER TABLE "vault_files" ADD COLUMN "kept_until" timestamp with time zone;--> statement-breakpoint
-- By hand: a removed file that can still be restored is out of its vault, also after a restore of the database.
CREATE TRIGGER "files_kept" AFTER UPDATE ON "vault_files" FOR EACH ROW
	WHEN (OLD.kept_until IS DISTINCT FROM NEW.kept_until) EXECUTE FUNCTION "note_change"('file');
