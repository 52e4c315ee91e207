CREATE TABLE "audit_chain" (
	"vault_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"line_id" uuid NOT NULL,
	"hash" varchar(64) NOT NULL,
	CONSTRAINT "audit_chain_vault_id_number_pk" PRIMARY KEY("vault_id","number")
);
--> statement-breakpoint
CREATE TABLE "checkpoint_heads" (
	"checkpoint" integer NOT NULL,
	"vault_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"hash" varchar(64) NOT NULL,
	CONSTRAINT "checkpoint_heads_checkpoint_vault_id_pk" PRIMARY KEY("checkpoint","vault_id")
);
--> statement-breakpoint
CREATE TABLE "checkpoints" (
	"number" integer PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"vaults" integer NOT NULL,
	"root" varchar(64) NOT NULL,
	"public_key" varchar(100) NOT NULL,
	"signature" varchar(100) NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_reasons" ADD COLUMN "is_for_owner" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "vaults" ADD COLUMN "checked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "vaults" ADD COLUMN "is_whole" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_chain_line" ON "audit_chain" USING btree ("line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "checkpoint_heads_vault" ON "checkpoint_heads" USING btree ("vault_id","number");--> statement-breakpoint
CREATE INDEX "vaults_checked" ON "vaults" USING btree ("checked_at" NULLS FIRST);--> statement-breakpoint
-- By hand: the chain is written when a transaction commits, so that it waits for nobody who waits for it. A row that another
-- transaction has just written is waited for, and then the next number is taken.
CREATE FUNCTION "chain_line"("line" "audit_lines") RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	last_number integer;
	last_hash text;
BEGIN
	LOOP
		SELECT "number", "hash" INTO last_number, last_hash FROM public.audit_chain
			WHERE "vault_id" = line."vault_id" ORDER BY "number" DESC LIMIT 1;
		last_number := coalesce(last_number, 0);
		INSERT INTO public.audit_chain ("vault_id", "number", "line_id", "hash")
			VALUES (line."vault_id", last_number + 1, line."id", encode(sha256(convert_to(concat_ws(E'\n',
				coalesce(last_hash, repeat('0', 64)), last_number + 1, line."id", line."vault_id", coalesce(line."person_id"::text, ''),
				line."actor", coalesce(line."actor_id"::text, ''), line."event",
				to_char(line."at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), line."detail"::text), 'UTF8')), 'hex'))
			ON CONFLICT ("vault_id", "number") DO NOTHING;
		EXIT WHEN FOUND;
	END LOOP;
END $$;--> statement-breakpoint
CREATE FUNCTION "chain_new_line"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
	PERFORM public.chain_line(NEW);
	RETURN NULL;
END $$;--> statement-breakpoint
-- From here on until the end of the migration nobody adds a line, and then the lines from before are chained in their order.
CREATE CONSTRAINT TRIGGER "audit_lines_chained" AFTER INSERT ON "audit_lines" DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW WHEN (NEW."vault_id" IS NOT NULL) EXECUTE FUNCTION "chain_new_line"();--> statement-breakpoint
DO $$
DECLARE
	line "audit_lines";
BEGIN
	FOR line IN SELECT * FROM "audit_lines" WHERE "vault_id" IS NOT NULL ORDER BY "at", "id" LOOP
		PERFORM chain_line(line);
	END LOOP;
END $$;--> statement-breakpoint
CREATE TRIGGER "audit_chain_stays" BEFORE UPDATE OR DELETE ON "audit_chain" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "checkpoints_stay" BEFORE UPDATE OR DELETE ON "checkpoints" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "checkpoint_heads_stay" BEFORE UPDATE OR DELETE ON "checkpoint_heads" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "audit_chain_not_emptied" BEFORE TRUNCATE ON "audit_chain" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "checkpoints_not_emptied" BEFORE TRUNCATE ON "checkpoints" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "checkpoint_heads_not_emptied" BEFORE TRUNCATE ON "checkpoint_heads" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
