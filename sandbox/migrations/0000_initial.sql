-- Made by the product's own migrations in earlier versions, so it may be there.
CREATE TABLE IF NOT EXISTS "sandbox_objects" (
	"id" varchar(255) PRIMARY KEY NOT NULL,
	"kind" varchar(50) NOT NULL,
	"object" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sandbox_objects_kind" ON "sandbox_objects" USING btree ("kind","created_at");