ALTER TABLE "letters" ADD COLUMN "declined_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "unanswered_attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "letters" ADD COLUMN "due_set_at" timestamp with time zone DEFAULT now() NOT NULL;