ALTER TABLE "letters" ADD COLUMN "key_day" varchar(10);--> statement-breakpoint
CREATE INDEX "letters_key_day" ON "letters" USING btree ("key_day") WHERE key_day is not null;