CREATE TABLE "access_codes" (
	"vault_id" uuid NOT NULL,
	"browser_id" varchar(64) NOT NULL,
	"digest" varchar(64) NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "access_codes_vault_id_browser_id_pk" PRIMARY KEY("vault_id","browser_id")
);
--> statement-breakpoint
ALTER TABLE "access_guesses" ADD COLUMN "row_of" varchar(64);--> statement-breakpoint
ALTER TABLE "access_guesses" ADD COLUMN "max_wrong" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "access_guesses" ADD COLUMN "recipient_reopenings" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "access_guesses" ADD COLUMN "executor_reopenings" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "access_codes" ADD CONSTRAINT "access_codes_vault_id_vaults_id_fk" FOREIGN KEY ("vault_id") REFERENCES "public"."vaults"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Wrong addresses were counted with the wrong answers, and a reopening deleted the count. The audit has every wrong answer.
INSERT INTO "access_guesses" ("vault_id", "wrong_in_all", "max_wrong", "executor_reopenings")
SELECT "vaults"."id", "seen"."wrong",
	CASE WHEN "seen"."wrong" >= 50 AND "seen"."reopened" > 0 THEN "seen"."wrong" + 10 ELSE 50 END,
	CASE WHEN "seen"."wrong" >= 50 THEN least("seen"."by_executor", 3) ELSE 0 END
FROM "vaults"
JOIN (
	SELECT "vault_id",
		count(*) FILTER (WHERE "event" = 'answers-wrong')::integer AS "wrong",
		count(*) FILTER (WHERE "event" = 'questions-reopened')::integer AS "reopened",
		count(*) FILTER (WHERE "event" = 'questions-reopened' AND "actor" = 'executor')::integer AS "by_executor"
	FROM "audit_lines" GROUP BY "vault_id"
) AS "seen" ON "seen"."vault_id" = "vaults"."id"
WHERE "vaults"."status" = 'released'
ON CONFLICT ("vault_id") DO UPDATE SET
	"wrong_in_all" = excluded."wrong_in_all", "max_wrong" = excluded."max_wrong",
	"executor_reopenings" = excluded."executor_reopenings", "wrong_in_row" = 0, "paused_until" = NULL;
