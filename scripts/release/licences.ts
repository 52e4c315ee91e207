// `npm run licences`: every package with its licence, production packages first.
import { listLicences } from '../checks/packages.ts';

const linesOf = (wanted: boolean): string[] => {
  const packages = listLicences().filter(({ isDevelopment }) => isDevelopment === wanted);
  return [...new Set(packages.map(({ name, version, licence }) => `${name} ${version}: ${licence}`))].sort();
};

console.log('Installed to build and run the service:');
console.log(linesOf(false).join('\n'));
console.log(
  '\nOnly for tests, checks and drawings; the fonts in web/src/ui/fonts are cut from the @fontsource-variable families:',
);
console.log(linesOf(true).join('\n'));
