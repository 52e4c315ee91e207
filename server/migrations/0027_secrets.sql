ALTER TABLE "access_codes" ALTER COLUMN "digest" SET DATA TYPE varchar(100);--> statement-breakpoint
ALTER TABLE "executors" ALTER COLUMN "confirm_token" SET DATA TYPE varchar(100);--> statement-breakpoint
ALTER TABLE "vaults" ALTER COLUMN "edit_digest" SET DATA TYPE varchar(100);--> statement-breakpoint
ALTER TABLE "vaults" ALTER COLUMN "creation_digest" SET DATA TYPE varchar(100);--> statement-breakpoint
ALTER TABLE "installation" ADD COLUMN "retired_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "installation" ADD CONSTRAINT "installation_secret_check_unique" UNIQUE("secret_check");