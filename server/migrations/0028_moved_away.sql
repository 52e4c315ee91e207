CREATE TABLE "moved_away" (
	"id" integer PRIMARY KEY NOT NULL,
	"moved_to" text NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "moved_away_one" CHECK ("moved_away"."id" = 1)
);
