// Reads compose.yaml, and starts its services with the same options on the machine's own network.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

export const project = path.resolve(import.meta.dirname, '../..');

export interface ComposeService {
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  tmpfs?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  read_only?: boolean;
  init?: boolean;
}

export interface ComposeFile {
  services: Record<string, ComposeService>;
  secrets: Record<string, { file: string }>;
}

export const readComposeFile = (): ComposeFile =>
  parse(readFileSync(path.join(project, 'compose.yaml'), 'utf8'), { merge: true });

interface Places {
  /** The folder with .env and the secrets. */
  home: string;
  /** The folder that takes the place of each volume. */
  volumes: Record<string, string>;
  /** What is different on the machine's own network. */
  environment: Record<string, string>;
}

/** podman's options for a service. Names, networks and limits that need a container service are left out. */
export function optionsOf(name: string, { home, volumes, environment }: Places): string[] {
  const { services, secrets } = readComposeFile();
  const service = services[name] ?? {};
  const isSet = (value: boolean | undefined, option: string) => (value ? [option] : []);
  const each = (values: readonly string[] | undefined, option: string) =>
    (values ?? []).map((value) => `${option}=${value}`);
  const mounted = (service.volumes ?? []).map((volume) => {
    const [from = '', ...to] = volume.split(':');
    return [volumes[from] ?? path.join(home, from), ...to].join(':');
  });
  const secretFiles = (service.secrets ?? []).map(
    (secret) => `${path.join(home, secrets[secret]?.file ?? secret)}:/run/secrets/${secret}:ro`,
  );
  return [
    ...isSet(service.read_only, '--read-only'),
    ...isSet(service.init, '--init'),
    ...each(service.tmpfs, '--tmpfs'),
    ...each(service.cap_drop, '--cap-drop'),
    ...each(
      service.security_opt?.map((option) => option.replace('no-new-privileges:true', 'no-new-privileges')),
      '--security-opt',
    ),
    ...each([...mounted, ...secretFiles], '--volume'),
    `--env-file=${path.join(home, '.env')}`,
    ...each(
      Object.entries({ ...service.environment, ...environment }).map(([key, value]) => `${key}=${value}`),
      '--env',
    ),
  ];
}
