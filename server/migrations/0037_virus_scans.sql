ALTER TABLE "vault_files" ADD COLUMN "scan_result" varchar(20);--> statement-breakpoint
ALTER TABLE "vault_files" ADD COLUMN "finding" varchar(100);