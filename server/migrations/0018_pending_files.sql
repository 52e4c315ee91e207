ALTER TABLE "uploads" ADD COLUMN "caption" varchar(300) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "transcript" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "is_pending" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "vault_files" ADD COLUMN "caption" varchar(300) DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "vault_files" ADD COLUMN "transcript" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "vault_files" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "vault_files" ADD COLUMN "is_pending" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "vault_files_pending" ON "vault_files" USING btree ("created_at") WHERE is_pending;