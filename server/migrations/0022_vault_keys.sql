CREATE TABLE "vault_keys" (
	"vault_id" uuid PRIMARY KEY NOT NULL,
	"wrapped_key" varchar(400) NOT NULL,
	"master_key" varchar(100) NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "file_digests" ALTER COLUMN "segments" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "vault_files" ADD COLUMN "encryption_header" varchar(56);--> statement-breakpoint
ALTER TABLE "vault_files" ADD COLUMN "verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "vault_keys" ADD CONSTRAINT "vault_keys_vault_id_vaults_id_fk" FOREIGN KEY ("vault_id") REFERENCES "public"."vaults"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vault_keys_master_key" ON "vault_keys" USING btree ("master_key");--> statement-breakpoint
CREATE INDEX "vault_files_plain" ON "vault_files" USING btree ("created_at") WHERE encryption_header is null;