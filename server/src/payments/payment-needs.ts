// The dependencies shared by all payment operations.
import type { Database } from '../database/open-database.ts';
import type { CodeNeeds } from '../executors/new-code.ts';
import type { PaymentGateway } from '../gateway/payment-gateway.ts';

export interface PaymentNeeds extends CodeNeeds {
  database: Database;
  paymentGateway: PaymentGateway;
}
