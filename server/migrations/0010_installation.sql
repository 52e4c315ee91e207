CREATE TABLE "installation" (
	"id" integer PRIMARY KEY NOT NULL,
	"secret_check" varchar(64) NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
