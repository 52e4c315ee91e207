// Leaves lists that grow while they are read out of the built app. The query package imports them always, and we have none.
import type { Plugin } from 'vite';

const names = ['infiniteQueryBehavior', 'hasNextPage', 'hasPreviousPage'];

export const withoutInfiniteQueries = (): Plugin => ({
  name: 'without-infinite-queries',
  apply: 'build',
  load: {
    filter: { id: /\/query-core\/.+\/infiniteQueryBehavior\.js$/ },
    handler: () =>
      names.map((name) => `export const ${name} = () => { throw new Error('${name} is left out') };`).join('\n'),
  },
});
