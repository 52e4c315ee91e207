ALTER TABLE "vaults" ADD COLUMN "creation_key" varchar(64);--> statement-breakpoint
ALTER TABLE "vaults" ADD COLUMN "creation_digest" varchar(64);--> statement-breakpoint
CREATE UNIQUE INDEX "vaults_creation" ON "vaults" USING btree ("creator_id","creation_key");