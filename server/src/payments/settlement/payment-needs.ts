// The dependencies shared by all payment operations.
import type { Database } from '../../platform/database/transaction.ts';
import type { CodeNeeds } from '../../vaults/executors/new-code.ts';
import type { PaymentGateway } from '../gateway/payment-gateway.ts';

export interface PaymentNeeds extends CodeNeeds {
  database: Database;
  paymentGateway: PaymentGateway;
}
