ALTER TABLE "users" ADD COLUMN "check_in_months" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "check_in_next_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "check_in_paused_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "check_in_round_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "check_in_step" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "check_in_salt" varchar(100);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "check_in_token" varchar(100);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "check_in_silent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "yearly_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "executors" ADD COLUMN "yearly_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "executors" ADD COLUMN "refuses_yearly" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "vaults" ADD COLUMN "check_in" varchar(20) DEFAULT 'none' NOT NULL;--> statement-breakpoint
CREATE INDEX "users_check_in" ON "users" USING btree ("check_in_next_at") WHERE check_in_months is not null;--> statement-breakpoint
CREATE INDEX "users_yearly" ON "users" USING btree ("yearly_at") WHERE yearly_at is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_check_in_token_unique" UNIQUE("check_in_token");--> statement-breakpoint
ALTER TABLE "vaults" ADD CONSTRAINT "vaults_check_in" CHECK ("vaults"."check_in" in ('none', 'ask-executors'));--> statement-breakpoint
-- From here on by hand. A restored database must know whether an owner wants to be asked, and what follows without an answer.
CREATE TRIGGER "users_check_in_changed" AFTER UPDATE ON "users" FOR EACH ROW
	WHEN ((OLD.check_in_months, OLD.check_in_paused_until, OLD.yearly_at IS NULL)
		IS DISTINCT FROM (NEW.check_in_months, NEW.check_in_paused_until, NEW.yearly_at IS NULL))
	EXECUTE FUNCTION "note_change"('account');--> statement-breakpoint
CREATE TRIGGER "vaults_check_in_changed" AFTER UPDATE ON "vaults" FOR EACH ROW
	WHEN (OLD.check_in IS DISTINCT FROM NEW.check_in) EXECUTE FUNCTION "note_change"('vault');--> statement-breakpoint
CREATE TRIGGER "executors_yearly_changed" AFTER UPDATE ON "executors" FOR EACH ROW
	WHEN (OLD.refuses_yearly IS DISTINCT FROM NEW.refuses_yearly) EXECUTE FUNCTION "note_change"('executor');
