-- A purchase replaces the one it renews, and money is refunded. The table sandbox_objects stays: the sandbox owns it now.
ALTER TABLE "user_subscriptions" RENAME COLUMN "follows_id" TO "replaces_id";--> statement-breakpoint
ALTER TABLE "user_subscriptions" RENAME CONSTRAINT "user_subscriptions_follows_id_user_subscriptions_id_fk" TO "user_subscriptions_replaces_id_user_subscriptions_id_fk";--> statement-breakpoint
ALTER INDEX "user_subscriptions_follows" RENAME TO "user_subscriptions_replaces";--> statement-breakpoint
UPDATE "user_subscriptions" SET "status" = CASE "status" WHEN 'followed' THEN 'replaced' WHEN 'returning' THEN 'refunding' ELSE 'refunded' END WHERE "status" IN ('followed', 'returning', 'returned');
