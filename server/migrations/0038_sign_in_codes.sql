ALTER TABLE "account_links" ADD COLUMN "code_digest" varchar(100);--> statement-breakpoint
ALTER TABLE "account_links" ADD COLUMN "code_expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account_links" ADD COLUMN "code_tries" integer DEFAULT 0 NOT NULL;