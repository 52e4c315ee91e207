CREATE TABLE "file_digests" (
	"file_id" uuid PRIMARY KEY NOT NULL,
	"sha256" varchar(44) NOT NULL,
	"segments" text NOT NULL,
	"taken_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "vault_files" ADD COLUMN "damaged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "file_digests" ADD CONSTRAINT "file_digests_file_id_vault_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."vault_files"("id") ON DELETE cascade ON UPDATE no action;