// Stripe's own types for the sandbox's answers and events, by their `object` field, and for its requests, by call.
import type Stripe from 'stripe';

export interface StripeRoots {
  charge: Stripe.Charge;
  customer: Stripe.Customer;
  dispute: Stripe.Dispute;
  event: Stripe.EventBase;
  invoice: Stripe.Invoice;
  invoice_payment: Stripe.InvoicePayment;
  payment_intent: Stripe.PaymentIntent;
  payment_method: Stripe.PaymentMethod;
  price: Stripe.Price;
  refund: Stripe.Refund;
  setup_intent: Stripe.SetupIntent;
  subscription: Stripe.Subscription;
  subscription_item: Stripe.SubscriptionItem;
}

export interface StripeRequests {
  'POST customers': Stripe.CustomerCreateParams;
  'DELETE customers/:id': Stripe.CustomerDeleteParams;
  'GET prices': Stripe.PriceListParams;
  'POST prices': Stripe.PriceCreateParams;
  'POST payment_intents': Stripe.PaymentIntentCreateParams;
  'GET payment_intents/:id': Stripe.PaymentIntentRetrieveParams;
  'POST payment_intents/:id/cancel': Stripe.PaymentIntentCancelParams;
  'POST setup_intents': Stripe.SetupIntentCreateParams;
  'GET setup_intents/:id': Stripe.SetupIntentRetrieveParams;
  'POST subscriptions': Stripe.SubscriptionCreateParams;
  'GET subscriptions/:id': Stripe.SubscriptionRetrieveParams;
  'POST subscriptions/:id': Stripe.SubscriptionUpdateParams;
  'POST subscriptions/:id/resume': Stripe.SubscriptionResumeParams;
  'DELETE subscriptions/:id': Stripe.SubscriptionCancelParams;
  'GET invoices': Stripe.InvoiceListParams;
  'GET invoices/:id': Stripe.InvoiceRetrieveParams;
  /** One of these is requested with `create_preview` in place of an id. */
  'POST invoices/:id': Stripe.InvoiceCreatePreviewParams;
  'POST invoices/:id/pay': Stripe.InvoicePayParams;
  'POST invoices/:id/void': Stripe.InvoiceVoidInvoiceParams;
  'POST refunds': Stripe.RefundCreateParams;
  'GET disputes': Stripe.DisputeListParams;
  'GET invoice_payments': Stripe.InvoicePaymentListParams;
  'GET events': Stripe.EventListParams;
}
