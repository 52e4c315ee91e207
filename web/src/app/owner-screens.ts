// The screens of an owner's pages. The list is a chunk of its own, because no visitor needs it.
import type { ComponentType } from 'react';

export const ownerScreens = import.meta.glob<{ default: ComponentType }>([
  '/src/account/{account,check-in}-page.tsx',
  '/src/payments/**/*-page.tsx',
  '/src/vaults/{create,details,edit}/**/*-page.tsx',
  '/src/vaults/vault-access/preview/*-page.tsx',
]);

export const loadDashboard = () => import('../vaults/dashboard/dashboard-page.tsx');
