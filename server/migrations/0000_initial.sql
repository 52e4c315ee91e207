CREATE TABLE "object_entity_acl" (
	"object_path" varchar(500) PRIMARY KEY NOT NULL,
	"owner" varchar(255) NOT NULL,
	"visibility" varchar(50) DEFAULT 'private' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vault_id" uuid NOT NULL,
	"file_type" varchar(100) NOT NULL,
	"mime_type" varchar(100) NOT NULL,
	"file_name" text NOT NULL,
	"caption" text DEFAULT '' NOT NULL,
	"transcript" text DEFAULT '' NOT NULL,
	"is_pending" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"file_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vault_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vault_id" uuid NOT NULL,
	"file_type" varchar(100) NOT NULL,
	"file_size" varchar(50) NOT NULL,
	"size_bytes" bigint NOT NULL,
	"object_path" varchar(500) NOT NULL,
	"encryption_header" varchar(56) NOT NULL,
	"sha256" varchar(44) NOT NULL,
	"crc32" bigint NOT NULL,
	"mime_type" varchar(100) NOT NULL,
	"is_other_than_claimed" boolean DEFAULT false NOT NULL,
	"scan_result" varchar(20),
	"finding" varchar(100),
	"file_name" text NOT NULL,
	"caption" text DEFAULT '' NOT NULL,
	"transcript" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"is_pending" boolean DEFAULT false NOT NULL,
	"kept_until" timestamp with time zone,
	"damaged_at" timestamp with time zone,
	"verified_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vault_files_object_path_unique" UNIQUE("object_path")
);
--> statement-breakpoint
CREATE TABLE "payment_customers" (
	"id" varchar(255) PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"mode" varchar(20) NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" varchar(255) PRIMARY KEY NOT NULL,
	"type" varchar(100) NOT NULL,
	"object_id" varchar(255),
	"handled_at" timestamp with time zone,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" varchar(255) PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"intent_id" varchar(255),
	"description" varchar(255) NOT NULL,
	"billed_name" text NOT NULL,
	"billed_email" varchar(255) NOT NULL,
	"total_cents" integer NOT NULL,
	"paid_cents" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"is_disputed" boolean DEFAULT false NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" varchar(100) NOT NULL,
	"display_name" varchar(255) NOT NULL,
	"plan_type" varchar(50) NOT NULL,
	"price" numeric(10, 2) NOT NULL,
	"stripe_price_id" varchar(255),
	"stripe_product_id" varchar(255),
	"vault_limit" integer NOT NULL,
	"files_per_vault" integer NOT NULL,
	"edits_allowed" integer NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plans_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "user_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"stripe_subscription_id" varchar(255),
	"stripe_payment_intent_id" varchar(255),
	"status" varchar(50) DEFAULT 'active' NOT NULL,
	"vaults_created" integer DEFAULT 0 NOT NULL,
	"replaces_id" uuid,
	"renews_if_kept" boolean,
	"current_period_start" timestamp with time zone,
	"current_period_end" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_subscriptions_stripe_subscription_id_unique" UNIQUE("stripe_subscription_id"),
	CONSTRAINT "user_subscriptions_stripe_payment_intent_id_unique" UNIQUE("stripe_payment_intent_id")
);
--> statement-breakpoint
CREATE TABLE "account_links" (
	"purpose" varchar(50) NOT NULL,
	"token_digest" varchar(100) NOT NULL,
	"account_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"waits_from" jsonb,
	"code_digest" varchar(100),
	"code_expires_at" timestamp with time zone,
	"code_tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_links_purpose_token_digest_pk" PRIMARY KEY("purpose","token_digest")
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"user_id" uuid NOT NULL,
	"digest" varchar(100) NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"user_agent" text,
	"proved_at" timestamp with time zone,
	"trusted_until" timestamp with time zone,
	"last_seen_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_devices_user_id_digest_pk" PRIMARY KEY("user_id","digest")
);
--> statement-breakpoint
CREATE TABLE "openid_identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "openid_identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" varchar(255) NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"last_used_at" timestamp with time zone,
	"proved_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "passwords" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"digest" varchar(100) PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sid" text NOT NULL,
	"sess" jsonb,
	"expire" timestamp with time zone NOT NULL,
	"user_id" uuid NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"token_name" varchar(100),
	"proven_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_sid_unique" UNIQUE("sid")
);
--> statement-breakpoint
CREATE TABLE "two_factor_resets" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"halfway_at" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"proved_at" timestamp with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" varchar(255) NOT NULL,
	"earlier_email" varchar(255),
	"earlier_email_until" timestamp with time zone,
	"content_from" timestamp with time zone,
	"withdrawals" integer DEFAULT 0 NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"first_name" varchar(255),
	"last_name" varchar(255),
	"profile_image_url" text,
	"terms_accepted_at" timestamp with time zone,
	"stripe_attempt" integer DEFAULT 0 NOT NULL,
	"trial_started_at" timestamp with time zone,
	"refused_letters" text[] DEFAULT '{}' NOT NULL,
	"time_zone" varchar(64) DEFAULT 'UTC' NOT NULL,
	"deleted_at" timestamp with time zone,
	"suspended_at" timestamp with time zone,
	"reported_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "act_people" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "act_people_person_id_unique" UNIQUE("person_id")
);
--> statement-breakpoint
CREATE TABLE "act_reasons" (
	"act_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "acts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"vault_id" uuid,
	"person_id" uuid,
	"actor" varchar(20) NOT NULL,
	"actor_id" uuid,
	"letter_id" uuid,
	"event" varchar(50) NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "clock_heartbeat" (
	"id" integer PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"boot_id" varchar(36),
	"uptime_milliseconds" bigint DEFAULT 0 NOT NULL,
	"unconfirmed_milliseconds" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "clock_heartbeat_one" CHECK ("clock_heartbeat"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"id" integer PRIMARY KEY NOT NULL,
	"secret_check" varchar(64) NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone,
	"public_key" varchar(100),
	"sealed_seed" text,
	"files_marked_at" timestamp with time zone,
	"master_key" varchar(100),
	CONSTRAINT "installation_secret_check_unique" UNIQUE("secret_check")
);
--> statement-breakpoint
CREATE TABLE "journal_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" varchar(20) NOT NULL,
	"subject_id" uuid NOT NULL,
	"before_hold" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "journal_head" (
	"id" integer PRIMARY KEY NOT NULL,
	"position" bigint DEFAULT 0 NOT NULL,
	"digest" varchar(64),
	"written_at" timestamp with time zone,
	"on_hold_since" timestamp with time zone,
	"writer" uuid,
	"writer_until" timestamp with time zone,
	CONSTRAINT "journal_head_one" CHECK ("journal_head"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" varchar(50) NOT NULL,
	"vault_id" uuid,
	"user_id" uuid,
	"recipient" varchar(255) NOT NULL,
	"facts" jsonb,
	"once_key" varchar(255),
	"message_id" varchar(255) NOT NULL,
	"status" varchar(20) DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"declined_attempts" integer DEFAULT 0 NOT NULL,
	"unanswered_attempts" integer DEFAULT 0 NOT NULL,
	"rank" integer DEFAULT 1 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"due_set_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text,
	"sent_at" timestamp with time zone,
	"reported_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "letters_once_key_unique" UNIQUE("once_key"),
	CONSTRAINT "letters_message_id_unique" UNIQUE("message_id"),
	CONSTRAINT "letters_status" CHECK ("letters"."status" in ('queued', 'sending', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "moved_away" (
	"id" integer PRIMARY KEY NOT NULL,
	"moved_to" text NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "moved_away_one" CHECK ("moved_away"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "owner_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"vault_id" uuid,
	"item_id" uuid,
	"kind" varchar(50) NOT NULL,
	"sealed_earlier" text,
	"token_digest" varchar(100) NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	"edit_version" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "owner_changes_token_digest_unique" UNIQUE("token_digest")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"window_ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "access_codes" (
	"vault_id" uuid NOT NULL,
	"browser_id" varchar(64) NOT NULL,
	"digest" varchar(100) NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "access_codes_vault_id_browser_id_pk" PRIMARY KEY("vault_id","browser_id")
);
--> statement-breakpoint
CREATE TABLE "access_guesses" (
	"vault_id" uuid PRIMARY KEY NOT NULL,
	"wrong_in_row" integer DEFAULT 0 NOT NULL,
	"row_of" varchar(64),
	"wrong_in_all" integer DEFAULT 0 NOT NULL,
	"max_wrong" integer DEFAULT 50 NOT NULL,
	"recipient_reopenings" integer DEFAULT 0 NOT NULL,
	"executor_reopenings" integer DEFAULT 0 NOT NULL,
	"paused_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "access_verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vault_id" uuid NOT NULL,
	"verification_token" varchar(500) NOT NULL,
	"email" varchar(255) NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"security_answers_provided" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "access_verifications_verification_token_unique" UNIQUE("verification_token")
);
--> statement-breakpoint
CREATE TABLE "executors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vault_id" uuid NOT NULL,
	"name" varchar(255) NOT NULL,
	"email" varchar(255) NOT NULL,
	"access_code" varchar(100) NOT NULL,
	"code_salt" varchar(22) NOT NULL,
	"code_number" integer DEFAULT 1 NOT NULL,
	"used_at" timestamp with time zone,
	"unreported_uses" integer DEFAULT 0 NOT NULL,
	"notified_at" timestamp with time zone,
	"note" text DEFAULT '' NOT NULL,
	"code_sent_at" timestamp with time zone,
	"confirm_token" varchar(100),
	"confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "executors_access_code_unique" UNIQUE("access_code"),
	CONSTRAINT "executors_confirm_token_unique" UNIQUE("confirm_token")
);
--> statement-breakpoint
CREATE TABLE "security_questions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"vault_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"other_answers" text[] DEFAULT '{}'::text[] NOT NULL,
	"spellings" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vault_keys" (
	"vault_id" uuid PRIMARY KEY NOT NULL,
	"wrapped_key" varchar(400) NOT NULL,
	"master_key" varchar(100) NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vaults" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"creator_id" uuid NOT NULL,
	"subscription_id" uuid,
	"plan_type" varchar(100) NOT NULL,
	"title" varchar(255) NOT NULL,
	"recipient_name" varchar(255) NOT NULL,
	"recipient_email" varchar(255) NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"message_written_at" timestamp with time zone DEFAULT now() NOT NULL,
	"status" varchar(50) DEFAULT 'active' NOT NULL,
	"payment_status" varchar(20) DEFAULT 'unpaid' NOT NULL,
	"stripe_payment_intent_id" varchar(255),
	"edit_count" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"edit_key" varchar(64),
	"edit_digest" varchar(100),
	"scheduled_release_date" timestamp with time zone,
	"date_counts_from" timestamp with time zone,
	"creation_key" varchar(64),
	"creation_digest" varchar(100),
	"draft_notice_at" timestamp with time zone,
	"activated_at" timestamp with time zone,
	"released_at" timestamp with time zone,
	"released_by" varchar(255),
	"rehearsed_at" timestamp with time zone,
	"purge_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"is_whole" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vaults_status" CHECK ("vaults"."status" in ('active', 'deleting', 'released')),
	CONSTRAINT "vaults_payment_status" CHECK ("vaults"."payment_status" in ('unpaid', 'trial', 'paid', 'lapsed')),
	CONSTRAINT "vaults_released_at" CHECK (("vaults"."status" = 'released') = ("vaults"."released_at" is not null)),
	CONSTRAINT "vaults_purge_at" CHECK (("vaults"."status" = 'deleting') = ("vaults"."purge_at" is not null)),
	CONSTRAINT "vaults_released_is_activated" CHECK ("vaults"."status" = 'active' or "vaults"."payment_status" <> 'unpaid')
);
--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_vault_id_vaults_id_fk" FOREIGN KEY ("vault_id") REFERENCES "public"."vaults"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vault_files" ADD CONSTRAINT "vault_files_vault_id_vaults_id_fk" FOREIGN KEY ("vault_id") REFERENCES "public"."vaults"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD CONSTRAINT "user_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD CONSTRAINT "user_subscriptions_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD CONSTRAINT "user_subscriptions_replaces_id_user_subscriptions_id_fk" FOREIGN KEY ("replaces_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "openid_identities" ADD CONSTRAINT "openid_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passwords" ADD CONSTRAINT "passwords_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factor_resets" ADD CONSTRAINT "two_factor_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "act_people" ADD CONSTRAINT "act_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "act_reasons" ADD CONSTRAINT "act_reasons_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_vault_id_vaults_id_fk" FOREIGN KEY ("vault_id") REFERENCES "public"."vaults"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letters" ADD CONSTRAINT "letters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_changes" ADD CONSTRAINT "owner_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owner_changes" ADD CONSTRAINT "owner_changes_vault_id_vaults_id_fk" FOREIGN KEY ("vault_id") REFERENCES "public"."vaults"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_codes" ADD CONSTRAINT "access_codes_vault_id_vaults_id_fk" FOREIGN KEY ("vault_id") REFERENCES "public"."vaults"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_guesses" ADD CONSTRAINT "access_guesses_vault_id_vaults_id_fk" FOREIGN KEY ("vault_id") REFERENCES "public"."vaults"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_verifications" ADD CONSTRAINT "access_verifications_vault_id_vaults_id_fk" FOREIGN KEY ("vault_id") REFERENCES "public"."vaults"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "executors" ADD CONSTRAINT "executors_vault_id_vaults_id_fk" FOREIGN KEY ("vault_id") REFERENCES "public"."vaults"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_questions" ADD CONSTRAINT "security_questions_vault_id_vaults_id_fk" FOREIGN KEY ("vault_id") REFERENCES "public"."vaults"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vault_keys" ADD CONSTRAINT "vault_keys_vault_id_vaults_id_fk" FOREIGN KEY ("vault_id") REFERENCES "public"."vaults"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vaults" ADD CONSTRAINT "vaults_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vaults" ADD CONSTRAINT "vaults_subscription_id_user_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."user_subscriptions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_vault" ON "uploads" USING btree ("vault_id");--> statement-breakpoint
CREATE INDEX "vault_files_vault" ON "vault_files" USING btree ("vault_id","created_at");--> statement-breakpoint
CREATE INDEX "vault_files_pending" ON "vault_files" USING btree ("created_at") WHERE is_pending;--> statement-breakpoint
CREATE INDEX "payment_customers_user" ON "payment_customers" USING btree ("user_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "payments_user" ON "payments" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "payments_intent" ON "payments" USING btree ("intent_id");--> statement-breakpoint
CREATE INDEX "user_subscriptions_user" ON "user_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_subscriptions_plan" ON "user_subscriptions" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "user_subscriptions_replaces" ON "user_subscriptions" USING btree ("replaces_id");--> statement-breakpoint
CREATE INDEX "account_links_account" ON "account_links" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "account_links_expires" ON "account_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "openid_identities_user" ON "openid_identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recovery_codes_user" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "act_reasons_user" ON "act_reasons" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "acts_vault" ON "acts" USING btree ("vault_id","at");--> statement-breakpoint
CREATE INDEX "acts_person" ON "acts" USING btree ("person_id","at");--> statement-breakpoint
CREATE INDEX "acts_letter" ON "acts" USING btree ("letter_id","at") WHERE letter_id is not null;--> statement-breakpoint
CREATE INDEX "acts_checkpoint" ON "acts" USING btree ("at") WHERE event = 'checkpoint';--> statement-breakpoint
CREATE INDEX "acts_at" ON "acts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "letters_due" ON "letters" USING btree ("rank","due_at") WHERE status in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "letters_vault" ON "letters" USING btree ("vault_id");--> statement-breakpoint
CREATE INDEX "letters_user" ON "letters" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "owner_changes_user" ON "owner_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "owner_changes_vault" ON "owner_changes" USING btree ("vault_id");--> statement-breakpoint
CREATE INDEX "owner_changes_expires" ON "owner_changes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "access_verifications_vault" ON "access_verifications" USING btree ("vault_id","created_at");--> statement-breakpoint
CREATE INDEX "executors_vault" ON "executors" USING btree ("vault_id");--> statement-breakpoint
CREATE INDEX "executors_email" ON "executors" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "security_questions_position" ON "security_questions" USING btree ("vault_id","position");--> statement-breakpoint
CREATE INDEX "vault_keys_master_key" ON "vault_keys" USING btree ("master_key");--> statement-breakpoint
CREATE INDEX "vaults_creator" ON "vaults" USING btree ("creator_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "vaults_creation" ON "vaults" USING btree ("creator_id","creation_key");--> statement-breakpoint
CREATE INDEX "vaults_purge" ON "vaults" USING btree ("purge_at") WHERE status = 'deleting';--> statement-breakpoint
CREATE INDEX "vaults_subscription" ON "vaults" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "vaults_released_to" ON "vaults" USING btree (lower("recipient_email")) WHERE status = 'released';--> statement-breakpoint
CREATE INDEX "vaults_checked" ON "vaults" USING btree ("checked_at" NULLS FIRST);--> statement-breakpoint
CREATE INDEX "vaults_due" ON "vaults" USING btree ("scheduled_release_date") WHERE status = 'active' and payment_status <> 'unpaid' and scheduled_release_date is not null;--> statement-breakpoint
-- From here on by hand. Each account has a pseudonym in the acts, which is deleted with it.
CREATE FUNCTION "name_person"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
	INSERT INTO public.act_people (user_id) VALUES (NEW.id);
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "users_named" AFTER INSERT ON "users" FOR EACH ROW EXECUTE FUNCTION "name_person"();--> statement-breakpoint
-- Acts are added and never changed.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	-- Deleting a user's row also deletes the pseudonym and the reasons of the account. Nothing else may delete them.
	IF TG_TABLE_NAME IN ('act_people', 'act_reasons') AND TG_OP = 'DELETE' AND pg_trigger_depth() > 1 THEN
		RETURN OLD;
	END IF;
	RAISE EXCEPTION 'rows of % are added and never changed', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;--> statement-breakpoint
CREATE TRIGGER "acts_stay" BEFORE UPDATE OR DELETE ON "acts" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "act_people_stay" BEFORE UPDATE OR DELETE ON "act_people" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "act_reasons_stay" BEFORE UPDATE OR DELETE ON "act_reasons" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "acts_not_emptied" BEFORE TRUNCATE ON "acts" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "act_people_not_emptied" BEFORE TRUNCATE ON "act_people" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "act_reasons_not_emptied" BEFORE TRUNCATE ON "act_reasons" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
-- Every change to what was promised or sent is noted for the journal in the same transaction, by its id only.
INSERT INTO "journal_head" ("id") VALUES (1);--> statement-breakpoint
CREATE FUNCTION "note_change"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
	INSERT INTO public.journal_changes (kind, subject_id)
		VALUES (TG_ARGV[0], CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END);
	RETURN NULL;
END $$;--> statement-breakpoint
-- Notes all rows of an insert with a single statement, such as the links and acts of a hundred releases.
CREATE FUNCTION "note_added"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
	INSERT INTO public.journal_changes (kind, subject_id) SELECT TG_ARGV[0], id FROM added;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "acts_added" AFTER INSERT ON "acts" REFERENCING NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "note_added"('act');--> statement-breakpoint
CREATE TRIGGER "users_changed" AFTER UPDATE ON "users" FOR EACH ROW
	WHEN ((OLD.deleted_at, OLD.suspended_at, OLD.reported_at, OLD.email, OLD.content_from, OLD.withdrawals)
		IS DISTINCT FROM (NEW.deleted_at, NEW.suspended_at, NEW.reported_at, NEW.email, NEW.content_from, NEW.withdrawals))
	EXECUTE FUNCTION "note_change"('account');--> statement-breakpoint
CREATE TRIGGER "users_removed" AFTER DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION "note_change"('account');--> statement-breakpoint
CREATE TRIGGER "vaults_added" AFTER INSERT ON "vaults" FOR EACH ROW
	WHEN (NEW.payment_status <> 'unpaid') EXECUTE FUNCTION "note_change"('vault');--> statement-breakpoint
CREATE TRIGGER "vaults_changed" AFTER UPDATE ON "vaults" FOR EACH ROW
	WHEN ((OLD.status, OLD.payment_status, OLD.recipient_name, OLD.recipient_email, OLD.scheduled_release_date, OLD.purge_at)
		IS DISTINCT FROM (NEW.status, NEW.payment_status, NEW.recipient_name, NEW.recipient_email, NEW.scheduled_release_date, NEW.purge_at))
	EXECUTE FUNCTION "note_change"('vault');--> statement-breakpoint
CREATE TRIGGER "vaults_removed" AFTER DELETE ON "vaults" FOR EACH ROW EXECUTE FUNCTION "note_change"('vault');--> statement-breakpoint
CREATE TRIGGER "executors_added" AFTER INSERT ON "executors" FOR EACH ROW
	WHEN (NEW.code_sent_at IS NOT NULL) EXECUTE FUNCTION "note_change"('executor');--> statement-breakpoint
CREATE TRIGGER "executors_changed" AFTER UPDATE ON "executors" FOR EACH ROW
	WHEN ((OLD.access_code, OLD.code_sent_at, OLD.name, OLD.email) IS DISTINCT FROM (NEW.access_code, NEW.code_sent_at, NEW.name, NEW.email))
	EXECUTE FUNCTION "note_change"('executor');--> statement-breakpoint
CREATE TRIGGER "executors_removed" AFTER DELETE ON "executors" FOR EACH ROW EXECUTE FUNCTION "note_change"('executor');--> statement-breakpoint
CREATE TRIGGER "links_added" AFTER INSERT ON "access_verifications" REFERENCING NEW TABLE AS "added"
	FOR EACH STATEMENT EXECUTE FUNCTION "note_added"('link');--> statement-breakpoint
CREATE TRIGGER "links_changed" AFTER UPDATE ON "access_verifications" FOR EACH ROW
	WHEN (OLD.expires_at IS DISTINCT FROM NEW.expires_at) EXECUTE FUNCTION "note_change"('link');--> statement-breakpoint
CREATE TRIGGER "files_kept" AFTER UPDATE ON "vault_files" FOR EACH ROW
	WHEN (OLD.kept_until IS DISTINCT FROM NEW.kept_until) EXECUTE FUNCTION "note_change"('file');--> statement-breakpoint
CREATE TRIGGER "files_removed" AFTER DELETE ON "vault_files" FOR EACH ROW EXECUTE FUNCTION "note_change"('file');--> statement-breakpoint
CREATE TRIGGER "letters_sent" AFTER UPDATE ON "letters" FOR EACH ROW
	WHEN (NEW.status = 'sent' AND OLD.status <> 'sent') EXECUTE FUNCTION "note_change"('letter');
