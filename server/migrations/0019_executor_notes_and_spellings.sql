ALTER TABLE "executors" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "executors" ADD COLUMN "code_sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "executors" ADD COLUMN "confirm_token" varchar(64);--> statement-breakpoint
ALTER TABLE "executors" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "security_questions" ADD COLUMN "other_answers" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "security_questions" ADD COLUMN "answer_form" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "executors" ADD CONSTRAINT "executors_confirm_token_unique" UNIQUE("confirm_token");--> statement-breakpoint
-- When the code that works now was written, for the executors who have one already.
UPDATE "executors" SET "code_sent_at" = "issued"."at" FROM (
  SELECT "detail" ->> 'executorId' AS "executor_id", max("at") AS "at" FROM "audit_lines" WHERE "event" = 'code-issued' GROUP BY 1
) AS "issued" WHERE "issued"."executor_id" = "executors"."id"::text AND "executors"."access_code" IS NOT NULL;
