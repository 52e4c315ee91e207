CREATE TABLE "sandbox_objects" (
	"id" varchar(255) PRIMARY KEY NOT NULL,
	"kind" varchar(50) NOT NULL,
	"object" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sandbox_objects_kind" ON "sandbox_objects" USING btree ("kind","created_at");