CREATE TABLE "two_factor_resets" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"halfway_at" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "known_devices" ADD COLUMN "proved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "known_devices" ADD COLUMN "trusted_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "passkeys" ADD COLUMN "proved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "two_factors" ADD COLUMN "proved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "two_factor_resets" ADD CONSTRAINT "two_factor_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- What was added before browsers were told apart stays as it was: an update must not weaken a second step. A new password by
-- letter lists such passkeys and asks.
UPDATE "passkeys" SET "proved_at" = "created_at";--> statement-breakpoint
UPDATE "two_factors" SET "proved_at" = "confirmed_at" WHERE "confirmed_at" IS NOT NULL;
