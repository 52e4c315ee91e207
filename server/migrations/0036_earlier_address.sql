ALTER TABLE "users" ADD COLUMN "earlier_email" varchar(255);--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "earlier_email_until" timestamp with time zone;