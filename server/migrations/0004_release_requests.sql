CREATE TABLE "release_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vault_id" uuid NOT NULL,
	"asked_by" uuid,
	"asked_by_name" varchar(255) NOT NULL,
	"agreed_by" uuid,
	"agreed_by_name" varchar(255),
	"state" varchar(20) NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"waits_from" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"stop_salt" varchar(100) NOT NULL,
	"stop_token" varchar(100) NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_why" varchar(20),
	"ended_by_name" varchar(255),
	"reason" varchar(500) DEFAULT '' NOT NULL,
	CONSTRAINT "release_requests_stop_token_unique" UNIQUE("stop_token"),
	CONSTRAINT "release_requests_state" CHECK ("release_requests"."state" in ('asked', 'waiting', 'stopped', 'objected', 'lapsed', 'released', 'ended')),
	CONSTRAINT "release_requests_ended" CHECK (("release_requests"."state" in ('asked', 'waiting')) = ("release_requests"."ended_at" is null)),
	CONSTRAINT "release_requests_waits" CHECK ("release_requests"."state" <> 'waiting' or "release_requests"."waits_from" is not null)
);
--> statement-breakpoint
ALTER TABLE "vaults" ADD COLUMN "wait_hours" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "vaults" ADD COLUMN "must_agree" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "release_requests" ADD CONSTRAINT "release_requests_vault_id_vaults_id_fk" FOREIGN KEY ("vault_id") REFERENCES "public"."vaults"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_requests" ADD CONSTRAINT "release_requests_asked_by_executors_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."executors"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_requests" ADD CONSTRAINT "release_requests_agreed_by_executors_id_fk" FOREIGN KEY ("agreed_by") REFERENCES "public"."executors"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "release_requests_open" ON "release_requests" USING btree ("vault_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "release_requests_vault" ON "release_requests" USING btree ("vault_id","created_at");--> statement-breakpoint
CREATE INDEX "release_requests_due" ON "release_requests" USING btree ("due_at") WHERE ended_at is null;--> statement-breakpoint
ALTER TABLE "vaults" ADD CONSTRAINT "vaults_wait_hours" CHECK ("vaults"."wait_hours" between 0 and 720);--> statement-breakpoint
-- From here on by hand. The journal also notes what the owner chose, and every step of a request. A trigger of its own, because others notice
-- other changes of a vault.
CREATE TRIGGER "vaults_settings_changed" AFTER UPDATE ON "vaults" FOR EACH ROW
	WHEN ((OLD.wait_hours, OLD.must_agree) IS DISTINCT FROM (NEW.wait_hours, NEW.must_agree))
	EXECUTE FUNCTION "note_change"('vault');--> statement-breakpoint
CREATE TRIGGER "requests_added" AFTER INSERT ON "release_requests" FOR EACH ROW EXECUTE FUNCTION "note_change"('request');--> statement-breakpoint
CREATE TRIGGER "requests_changed" AFTER UPDATE ON "release_requests" FOR EACH ROW
	WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION "note_change"('request');--> statement-breakpoint
CREATE TRIGGER "requests_removed" AFTER DELETE ON "release_requests" FOR EACH ROW EXECUTE FUNCTION "note_change"('request');--> statement-breakpoint
-- A process of version 1.0.0 that still runs knows neither what the owner chose nor that a release was undone: it would release at once, or
-- without an email to the recipient, because the first one has been sent. It gets an error that it takes for a temporary one. The statements of this
-- version name their vault. A date is kept in any case.
CREATE FUNCTION "refuse_earlier_release"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('remembrance.released_vault', true) IS DISTINCT FROM NEW.id::text AND (NEW.wait_hours > 0 OR NEW.must_agree
		OR EXISTS (SELECT FROM public.acts WHERE vault_id = NEW.id AND event = 'release-undone')) THEN
		RAISE EXCEPTION 'only a newer version releases this vault' USING ERRCODE = '55P03';
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "vaults_earlier_release" BEFORE UPDATE OF "status" ON "vaults" FOR EACH ROW
	WHEN (OLD.status = 'active' AND NEW.status = 'released' AND NEW.released_by IS NOT NULL)
	EXECUTE FUNCTION "refuse_earlier_release"();
