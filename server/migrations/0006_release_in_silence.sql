ALTER TABLE "vaults" DROP CONSTRAINT "vaults_check_in";--> statement-breakpoint
ALTER TABLE "release_requests" ADD COLUMN "by_silence" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "release_requests" ADD CONSTRAINT "release_requests_silence" CHECK (not "release_requests"."by_silence" or "release_requests"."asked_by" is null);--> statement-breakpoint
ALTER TABLE "vaults" ADD CONSTRAINT "vaults_release_in_silence" CHECK ("vaults"."check_in" <> 'release' or ("vaults"."wait_hours" >= 336 and not "vaults"."must_agree"));--> statement-breakpoint
ALTER TABLE "vaults" ADD CONSTRAINT "vaults_check_in" CHECK ("vaults"."check_in" in ('none', 'ask-executors', 'release'));