CREATE TABLE "clock_heartbeat" (
	"id" integer PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"jumped_to_at" timestamp with time zone,
	CONSTRAINT "clock_heartbeat_one" CHECK ("clock_heartbeat"."id" = 1)
);
