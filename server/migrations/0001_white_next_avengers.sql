ALTER TABLE "letters" ADD COLUMN "accepted_by" varchar(255);--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "doubt" varchar(20);--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "doubted_at" timestamp with time zone;