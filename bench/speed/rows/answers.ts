// A recipient's right answers while a crowd signs in, at the real cost of a hash.
import { questions } from '@remembrance/contract/testing/cast.ts';
import { createSlowHash } from '@remembrance/server/platform/lib/slow-hash.ts';
import { hashAnswer } from '@remembrance/server/vaults/recipients/check-answers.ts';
import { connect, type Request } from '../load.ts';
import { type Result, type Row, round } from '../row.ts';
import { openWorld, seedOwners, type World } from '../world.ts';

const crowd = 150;
const cost = 12;

const json = (path: string, body: object, headers = {}): Request => ({
  method: 'POST',
  path,
  headers,
  body: JSON.stringify(body),
});

async function ask(world: World, request: Request, network: string): Promise<{ status: number; seconds: number }> {
  const connection = await connect(world.port, network);
  const began = performance.now();
  const status = await connection.ask(request);
  connection.close();
  return { status, seconds: (performance.now() - began) / 1000 };
}

export const answersRow: Row = {
  name: 'answers',
  what: `a recipient's answers during ${crowd} sign-ins, hash cost ${cost}`,
  goal: '≤ 0.6 s',
  async run({ rounds }): Promise<Result> {
    const world = await openWorld({ PASSWORD_HASH_COST: String(cost) });
    try {
      const owners = await seedOwners(world, rounds * 2);
      const slowHash = createSlowHash(cost);
      for (const { releasedId } of owners)
        for (const [position, { question, answer }] of questions.entries()) {
          const hashed = await hashAnswer({ keyring: world.keyring, slowHash }, [answer]);
          await world.database.query(
            'insert into security_questions (vault_id, position, question, answer, other_answers, spellings) values ($1, $2, $3, $4, $5, $6)',
            [releasedId, position, question, hashed.answer, hashed.otherAnswers, hashed.spellings],
          );
        }
      const alone: number[] = [];
      const beside: number[] = [];
      for (const [turn, { linkToken: token, recipientCookie: cookie }] of owners.entries()) {
        const signIns =
          turn % 2 === 0
            ? []
            : Array.from({ length: crowd }, (_, place) => {
                const body = { email: `nobody-${turn}-${place}@example.com`, password: 'harbour lantern seventeen' };
                return ask(world, json('/api/auth/sign-in/email', body), `127.0.1.${place + 1}`);
              });
        const { status, seconds } = await ask(
          world,
          json('/api/vault-access/verify-answers', { token, answers: questions }, { cookie }),
          '127.0.2.1',
        );
        if (status !== 200) throw new Error(`the answers were answered ${status}`);
        (turn % 2 === 0 ? alone : beside).push(seconds);
        await Promise.all(signIns);
      }
      const worst = Math.max(...beside);
      return {
        floor: `alone ${round(Math.min(...alone))} s`,
        product: beside.map((one) => `${round(one)} s`).join(', '),
        value: `${round(worst)} s`,
        isMet: worst <= 0.6,
        figures: { alone, beside },
      };
    } finally {
      await world.server.stop();
      await world.close();
      world.home.remove();
    }
  },
};
