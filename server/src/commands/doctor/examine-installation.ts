// `npm run admin -- doctor`: tests everything that a running service needs, with the checks of a start and of the health, and says in one
// line each what is right, what is wrong and what a person has to look at. It sends one letter to the operator and changes nothing.
import { listSettings, readConfig } from '../../settings/config.ts';
import { explainFault } from '../../start/explain-fault.ts';
import { looksAtPlaces, webDirectory } from '../../start/refuse-wrong-places.ts';
import type { Answer } from '../run/command-line.ts';
import { describeInstallation, refuseWithoutInstallation } from '../run/existing-installation.ts';
import { examineProxy } from './examine-proxy.ts';
import { examineRunningService } from './examine-running-service.ts';
import { examineServices } from './examine-services.ts';
import { describeFinding, type Finding, look, ok, wrong } from './finding.ts';

type Config = ReturnType<typeof readConfig>;

/** Sets the exit code: 1 if anything is wrong. */
export async function examineInstallation(): Promise<Answer> {
  const findings = await examineAll();
  const count = findings.filter(({ state }) => state === 'WRONG').length;
  if (count > 0) process.exitCode = 1;
  const looks = findings.filter(({ state }) => state === 'look').length;
  const end = `${count === 0 ? 'Nothing is wrong.' : `${count} wrong.`}${looks > 0 ? ` Look at ${looks === 1 ? 'one line' : `${looks} lines`} yourself.` : ''}`;
  return { text: [...findings.map(describeFinding), end].join('\n'), facts: findings };
}

async function examineAll(): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    return explain('settings', error);
  }
  const settings = [
    ok('settings', describeInstallation(config)),
    ...[...config.overridesInUse, ...config.checks].map((line) => look('settings', line)),
  ];
  const running = await examineRunningService(config);
  const places = await examinePlaces(config);
  const proxy = await examineProxy(config);
  const isClosed = places.some(({ state }) => state === 'WRONG');
  const inside = isClosed ? [look('the rest', 'is not examined until the lines above are right')] : await open(config);
  return [...settings, running, ...places, ...inside, ...proxy];
}

async function examinePlaces(config: Config): Promise<Finding[]> {
  const { port: _, metrics: __, ...looks } = looksAtPlaces(config, webDirectory); // the running service uses the ports
  const findings = Object.entries(looks).map(([part, lookAt]) =>
    lookAt().then(
      () => [],
      (error) => explain(part, error),
    ),
  );
  return (await Promise.all(findings)).flat();
}

async function open(config: Config): Promise<Finding[]> {
  try {
    await refuseWithoutInstallation(config);
    return await examineServices(config);
  } catch (error) {
    return explain('database', error);
  }
}

/** A line for each sentence of a refusal. The part is the setting that it is about. */
function explain(part: string, error: unknown): Finding[] {
  const names = new Set(listSettings().map(({ name }) => name));
  const sentences = explainFault(error) ?? `fails: ${(error as Error).message}`;
  return sentences.split('\n').map((line) => wrong(names.has(line.split(' ')[0] ?? '') ? 'settings' : part, line));
}
