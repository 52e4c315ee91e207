ALTER TABLE "vaults" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "vaults" ADD COLUMN "edit_key" varchar(64);--> statement-breakpoint
ALTER TABLE "vaults" ADD COLUMN "edit_digest" varchar(64);--> statement-breakpoint
-- A draft's edits are not counted any more, so none of a draft has been used.
UPDATE "vaults" SET "edit_count" = 0 WHERE "payment_status" = 'unpaid';
