ALTER TABLE "executors" ADD COLUMN "used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "executors" ADD COLUMN "untold_uses" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "executors" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "vaults" ADD COLUMN "draft_notice_at" timestamp with time zone;