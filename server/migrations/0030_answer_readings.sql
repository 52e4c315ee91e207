ALTER TABLE "security_questions" ADD COLUMN "spellings" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "security_questions" DROP COLUMN "answer_form";