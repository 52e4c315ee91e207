ALTER TABLE "journal_head" ADD COLUMN "written_at" timestamp with time zone;--> statement-breakpoint
-- By hand: a vault on a free place of its plan is kept from its first row on, and is never updated before a restore may miss it.
CREATE TRIGGER "vaults_added" AFTER INSERT ON "vaults" FOR EACH ROW
	WHEN (NEW.payment_status <> 'unpaid') EXECUTE FUNCTION "note_change"('vault');
