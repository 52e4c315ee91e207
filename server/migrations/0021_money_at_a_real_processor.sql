CREATE TABLE "payment_customers" (
	"id" varchar(255) PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"mode" varchar(20) NOT NULL,
	"created_at" timestamp with time zone NOT NULL
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
ALTER TABLE "user_subscriptions" ADD COLUMN "ends_with_account" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "unrecorded_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "stripe_attempt" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_customers_user" ON "payment_customers" USING btree ("user_id","mode","created_at");--> statement-breakpoint
CREATE INDEX "payments_user" ON "payments" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "payments_intent" ON "payments" USING btree ("intent_id");--> statement-breakpoint
-- In which mode these were made is not known. They stay known as their owners', and a payment begins with a customer of its mode.
INSERT INTO "payment_customers" ("id", "user_id", "mode", "created_at")
  SELECT "stripe_customer_id", "id", 'unknown', "created_at" FROM "users" WHERE "stripe_customer_id" IS NOT NULL;--> statement-breakpoint
-- What was paid once, at the price of its plan.
INSERT INTO "payments" ("id", "user_id", "intent_id", "description", "billed_name", "billed_email", "total_cents", "paid_cents", "refunded_cents", "at")
  SELECT "bought"."stripe_payment_intent_id", "users"."id", "bought"."stripe_payment_intent_id", "plans"."display_name",
    coalesce("users"."first_name", '') || ' ' || coalesce("users"."last_name", ''), "users"."email", "plans"."price" * 100, "plans"."price" * 100,
    CASE WHEN "bought"."status" = 'active' THEN 0 ELSE "plans"."price" * 100 END, "bought"."created_at"
  FROM "user_subscriptions" "bought" JOIN "users" ON "users"."id" = "bought"."user_id" JOIN "plans" ON "plans"."id" = "bought"."plan_id"
  WHERE "bought"."stripe_subscription_id" IS NULL AND "bought"."stripe_payment_intent_id" IS NOT NULL
    AND ("bought"."vaults_created" > 0 OR "bought"."status" IN ('refunding', 'refunded'));--> statement-breakpoint
-- The months of a plan are recorded when it is read the next time: without a letter, unless they were paid after its last settlement.
UPDATE "user_subscriptions" SET "unrecorded_until" = "updated_at"
  WHERE "stripe_subscription_id" IS NOT NULL AND "status" IN ('active', 'past_due', 'paused', 'lapsed', 'replaced');--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_stripe_customer_id_unique";--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "stripe_customer_id";