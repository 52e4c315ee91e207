ALTER TABLE "uploads" ALTER COLUMN "file_name" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "uploads" ALTER COLUMN "caption" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "uploads" ALTER COLUMN "caption" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "vault_files" ALTER COLUMN "file_name" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "vault_files" ALTER COLUMN "caption" SET DATA TYPE text;--> statement-breakpoint
ALTER TABLE "vault_files" ALTER COLUMN "caption" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "security_questions" ADD COLUMN "is_sealed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "is_sealed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "vault_files" ADD COLUMN "is_sealed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "vaults" ADD COLUMN "is_sealed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "security_questions_unsealed" ON "security_questions" USING btree ("vault_id") WHERE not is_sealed;--> statement-breakpoint
CREATE INDEX "vault_files_unsealed" ON "vault_files" USING btree ("vault_id") WHERE not is_sealed;--> statement-breakpoint
CREATE INDEX "vaults_unsealed" ON "vaults" USING btree ("id") WHERE not is_sealed;