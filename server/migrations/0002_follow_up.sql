ALTER TABLE "vaults" ADD COLUMN "recipient_second_email" varchar(255);--> statement-breakpoint
ALTER TABLE "vaults" ADD COLUMN "follow_up" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "vaults" ADD COLUMN "correction_state" varchar(20);--> statement-breakpoint
ALTER TABLE "vaults" ADD COLUMN "correction_email" varchar(255);--> statement-breakpoint
ALTER TABLE "vaults" ADD COLUMN "correction_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "vaults" ADD COLUMN "correction_token" varchar(100);--> statement-breakpoint
CREATE INDEX "vaults_released_to_second" ON "vaults" USING btree (lower("recipient_second_email")) WHERE status = 'released' and recipient_second_email is not null;--> statement-breakpoint
CREATE INDEX "vaults_followed_up" ON "vaults" USING btree ("released_at") WHERE status = 'released' and (follow_up or recipient_second_email is not null);--> statement-breakpoint
CREATE INDEX "vaults_correction" ON "vaults" USING btree ("correction_due_at") WHERE correction_state = 'waiting';--> statement-breakpoint
ALTER TABLE "vaults" ADD CONSTRAINT "vaults_correction_token_unique" UNIQUE("correction_token");--> statement-breakpoint
ALTER TABLE "vaults" ADD CONSTRAINT "vaults_correction_state" CHECK ("vaults"."correction_state" in ('waiting', 'made', 'stopped', 'ended'));--> statement-breakpoint
-- From here on by hand. A second trigger, because another change of this release may replace the first.
CREATE TRIGGER "vaults_delivery_changed" AFTER UPDATE ON "vaults" FOR EACH ROW
	WHEN ((OLD.recipient_second_email, OLD.follow_up, OLD.correction_state, OLD.correction_email, OLD.correction_due_at, OLD.correction_token)
		IS DISTINCT FROM (NEW.recipient_second_email, NEW.follow_up, NEW.correction_state, NEW.correction_email, NEW.correction_due_at, NEW.correction_token))
	EXECUTE FUNCTION "note_change"('vault');
