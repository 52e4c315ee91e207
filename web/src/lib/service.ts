// What the running service says of itself: its name, whether its letters leave the machine, how it takes money.
import type { ServiceFacts } from '@remembrance/contract/service.ts';
import { useQuery } from '@tanstack/react-query';
import type { CallError } from './call.ts';

// The path is spelled out so that pages without a form need not load the contract's schemas; a test holds it to the contract.
export const servicePath = '/api/service';

export const useService = () => useQuery<ServiceFacts, CallError>({ queryKey: [servicePath] });
