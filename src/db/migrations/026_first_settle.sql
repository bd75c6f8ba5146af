-- The newest block that the worker had seen when a payment came, and from its first /settle on when
-- that was sent: a transfer in that block, or in an earlier one, was made for something else.
-- Blocks of some chains share a second, so that their time alone does not order them. Without a
-- number (0: an older row) its time does.
ALTER TABLE scan ADD COLUMN head_block INTEGER NOT NULL DEFAULT 0;
ALTER TABLE payment ADD COLUMN shown_block INTEGER NOT NULL DEFAULT 0;
