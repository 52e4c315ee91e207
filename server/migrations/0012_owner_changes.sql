CREATE TABLE "owner_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"vault_id" uuid,
	"executor_id" uuid,
	"kind" varchar(50) NOT NULL,
	"sealed_earlier" text,
	"token_digest" varchar(100) NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "owner_changes_token_digest_unique" UNIQUE("token_digest")
);
--> statement-breakpoint
ALTER TABLE "vaults" DROP CONSTRAINT "vaults_status";--> statement-breakpoint
ALTER TABLE "vaults" ADD COLUMN "purge_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "owner_changes" ADD CONSTRAINT "owner_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_changes" ADD CONSTRAINT "owner_changes_vault_id_vaults_id_fk" FOREIGN KEY ("vault_id") REFERENCES "public"."vaults"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_changes" ADD CONSTRAINT "owner_changes_executor_id_executors_id_fk" FOREIGN KEY ("executor_id") REFERENCES "public"."executors"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "owner_changes_user" ON "owner_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "owner_changes_vault" ON "owner_changes" USING btree ("vault_id");--> statement-breakpoint
CREATE INDEX "owner_changes_executor" ON "owner_changes" USING btree ("executor_id");--> statement-breakpoint
CREATE INDEX "owner_changes_expires" ON "owner_changes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "vaults_purge" ON "vaults" USING btree ("purge_at") WHERE status = 'deleting';--> statement-breakpoint
ALTER TABLE "vaults" ADD CONSTRAINT "vaults_purge_at" CHECK (("vaults"."status" = 'deleting') = ("vaults"."purge_at" is not null));--> statement-breakpoint
ALTER TABLE "vaults" ADD CONSTRAINT "vaults_status" CHECK ("vaults"."status" in ('active', 'deleting', 'released'));