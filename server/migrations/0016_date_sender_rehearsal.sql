-- When a message was written and who released it. The audit knows both for the vaults that exist.
ALTER TABLE "vaults" ADD COLUMN "message_written_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "vaults" ADD COLUMN "released_by" varchar(255);--> statement-breakpoint
ALTER TABLE "vaults" ADD COLUMN "rehearsed_at" timestamp with time zone;--> statement-breakpoint
UPDATE "vaults" SET "message_written_at" = coalesce(
	(SELECT max("at") FROM "audit_lines" WHERE "vault_id" = "vaults"."id" AND "event" = 'vault-edited' AND "detail"->>'fields' ~ '(^| )message( |$)'),
	"created_at");--> statement-breakpoint
UPDATE "vaults" SET "released_by" = coalesce((SELECT "name" FROM "executors" WHERE "executors"."id" = "audit_lines"."actor_id"), '')
	FROM "audit_lines" WHERE "audit_lines"."vault_id" = "vaults"."id" AND "event" = 'vault-released' AND "actor" = 'executor' AND "status" = 'released';
