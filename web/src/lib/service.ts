// Facts about the running service: its name, whether it sends letters, and its payment settings.
import type { ServiceFacts } from '@remembrance/contract/service.ts';
import { useQuery } from '@tanstack/react-query';
import type { CallError } from './call.ts';

// A literal path, so that pages without a form do not load the contract's schemas; a test compares it to the contract.
export const servicePath = '/api/service';

export const useService = () => useQuery<ServiceFacts, CallError>({ queryKey: [servicePath] });
