// React's development build records a stack for every element it creates, which takes a third of a screen test's time. No test reads
// these stacks: a failed assertion has its own.
import * as React from 'react';

const name = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
const internals = Reflect.get(React, name) as object | undefined;
// React stops recording at ten thousand per second, and keeps the count here.
if (internals)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Number.POSITIVE_INFINITY,
    set: () => {},
  });
