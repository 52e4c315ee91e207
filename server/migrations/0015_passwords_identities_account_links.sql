-- The tables of an earlier sign-in library give way to one table for each thing they held. Nobody loses a way in.
CREATE TABLE "account_links" (
	"purpose" varchar(50) NOT NULL,
	"token_digest" varchar(100) NOT NULL,
	"account_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_links_purpose_token_digest_pk" PRIMARY KEY("purpose","token_digest")
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
CREATE TABLE "passwords" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
INSERT INTO "passwords" ("user_id", "hash", "created_at", "updated_at")
	SELECT "user_id", "password", "created_at", "updated_at" FROM "accounts" WHERE "provider_id" = 'credential' AND "password" IS NOT NULL
	ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "openid_identities" ("issuer", "subject", "user_id", "created_at")
	SELECT "provider_id", "account_id", "user_id", "created_at" FROM "accounts" WHERE "provider_id" <> 'credential';--> statement-breakpoint
INSERT INTO "account_links" ("purpose", "token_digest", "account_id", "expires_at", "created_at")
	SELECT split_part("identifier", ' ', 1), split_part("identifier", ' ', 2), "value"::uuid, "expires_at", "created_at" FROM "verifications"
	WHERE "identifier" ~ '^[a-z-]{1,50} [^ ]{1,100}$' AND "value" ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$'
	ON CONFLICT DO NOTHING;--> statement-breakpoint
DROP TABLE "accounts";--> statement-breakpoint
DROP TABLE "verifications";--> statement-breakpoint
ALTER TABLE "openid_identities" ADD CONSTRAINT "openid_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passwords" ADD CONSTRAINT "passwords_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_links_account" ON "account_links" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "account_links_expires" ON "account_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "openid_identities_user" ON "openid_identities" USING btree ("user_id");